/** Elements whose content is no text. */
const hidden = /<(script|style|head|title|iframe|object|noscript)\b[^<>]{0,2000}>/gi;
const tag = /<(\/?)([a-z][a-z0-9]{0,15})\b([^<>]{0,500})>/gi;
const comment = /<!(?:--|\[CDATA\[|doctype\b)[^<>]{0,2000}>?/gi;
const lineBreak = /<(?:br|\/p|\/div)\s{0,5}\/?>/gi;
const kept: ReadonlySet<string> = new Set(['i', 'b', 'u', 's']);
const same: Readonly<Record<string, string>> = {em: 'i', strong: 'b', del: 's', strike: 's'};
const color = /\bcolor\s{0,3}=\s{0,3}["']?(#?[0-9a-z]{1,20})["']?/i;
const entities: Readonly<Record<string, string>> = {nbsp: '\u00a0', quot: '"', apos: "'", '#39': "'", amp: '&'};

/** The text of a cue in the markup that players of SRT know: italics, bold, underline, and colours. */
export function plainMarkup(text: string): string {
	return withoutHidden(text)
		.replace(comment, '')
		.replace(lineBreak, '\n')
		.replace(tag, (_, slash: string, name: string, rest: string) => tagOf(slash, name.toLowerCase(), rest))
		.replace(/&(nbsp|quot|apos|#39|amp);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '');
}

function tagOf(slash: string, name: string, rest: string): string {
	const plain = same[name] ?? name;
	if (kept.has(plain)) {
		return `<${slash}${plain}>`;
	}
	const found = plain === 'font' ? (color.exec(rest)?.[1] ?? null) : null;
	if (found !== null) {
		return `<font color="${found}">`;
	}
	return plain === 'font' && slash ? '</font>' : '';
}

/** Drops each hidden element up to its end, or up to the end of the text. */
function withoutHidden(text: string): string {
	const parts: string[] = [];
	const lower = text.toLowerCase();
	let from = 0;
	for (const match of text.matchAll(hidden)) {
		if (match.index < from) {
			continue;
		}
		parts.push(text.slice(from, match.index));
		const closing = `</${match[1]?.toLowerCase()}`;
		const end = lower.indexOf(closing, match.index);
		const close = end === -1 ? -1 : text.indexOf('>', end);
		from = close === -1 ? text.length : close + 1;
	}
	return from === 0 ? text : parts.join('') + text.slice(from);
}

/** A closing tag for a colour that was dropped says nothing; without any opening one, all of them go. */
export function linesOf(text: string): string[] {
	const balanced = text.includes('<font ') ? text : text.replaceAll('</font>', '');
	return balanced
		.split('\n')
		.map(line => line.trimEnd())
		.filter(line => line.replace(/<\/?[biu]>|\u00a0/g, '').trim() !== '');
}
