/** Elements whose content is no text. */
const hidden = /<(script|style|head|title|iframe|object|noscript)\b[^<>]{0,2000}>/gi;
const tag = /<(\/?)([a-z][a-z0-9]{0,15})\b([^<>]{0,500})>/gi;
const comment = /<!(?:--|\[CDATA\[|doctype\b)[^<>]{0,2000}>?/gi;
const lineBreak = /<(?:br|\/p|\/div)\s{0,5}\/?>/gi;
const allowed: ReadonlySet<string> = new Set(['i', 'b', 'u', 's']);
const same: Readonly<Record<string, string>> = {em: 'i', strong: 'b', del: 's', strike: 's'};
const dropped: ReadonlySet<string> = new Set(
	'a article big blockquote body c center code div h1 h2 h3 head header html img input lang li link meta ol p pre q rt ruby small span sub sup svg table td tr tt ul v video'.split(
		' ',
	),
);
const color = /\bcolor\s{0,3}=\s{0,3}["']?(#?[0-9a-z]{1,20})["']?/i;
const entities: Readonly<Record<string, string>> = {nbsp: '\u00a0', quot: '"', apos: "'", amp: '&'};

/** The text of a cue in the markup that players of SRT know: italics, bold, underline, and colours. */
export function plainMarkup(text: string): string {
	return withoutHidden(text)
		.replace(comment, '')
		.replace(lineBreak, '\n')
		.replace(tag, (all, slash: string, name: string, rest: string) => tagOf(slash, name.toLowerCase(), rest) ?? all)
		.replace(/&#(\d{2,6});/g, (all, code: string) => characterOf(Number(code)) ?? all)
		.replace(/&(nbsp|quot|apos|amp);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '');
}

/** `&#9834;` is a note. Signs that begin markup stay as they are. */
function characterOf(code: number): string | null {
	const isSign = code < 32 || '<>&'.includes(String.fromCodePoint(code)) || (code >= 0xd800 && code <= 0xdfff);
	return isSign ? null : String.fromCodePoint(code);
}

/** Null for what is no markup: `<Phone rings>` is text. */
function tagOf(slash: string, name: string, rest: string): string | null {
	const plain = same[name] ?? name;
	if (allowed.has(plain)) {
		return `<${slash}${plain}>`;
	}
	const found = plain === 'font' ? (color.exec(rest)?.[1] ?? null) : null;
	if (found !== null) {
		return `<font color="${found}">`;
	}
	if (plain === 'font') {
		return slash ? '</font>' : '';
	}
	return dropped.has(plain) || rest.includes('=') ? '' : null;
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
