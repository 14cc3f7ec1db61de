export interface AssStyle {
	/** 1 to 9 as on the keys of a telephone turned upside down: 2 is below, 8 on top. */
	alignment: number;
	italic: boolean;
	bold: boolean;
}

const block = /\{([^{}]{0,5000})\}/g;
const position = /\\an([1-9])/;
const oldPosition = /\\a(\d{1,2})(?!\d)/;
const oldPositions: Readonly<Record<string, string>> = {1: '1', 2: '2', 3: '3', 5: '7', 6: '8', 7: '9', 9: '4', 10: '5', 11: '6'};
/** Above 0 until the next one: what follows is a drawing. */
const drawing = /\\p(\d{1,2})(?![a-z\d])/g;
const letters = ['i', 'b', 'u'] as const;
type Letter = (typeof letters)[number];

/** The lines of an ASS text with the markup that players of SRT know: italics, bold, underline and the position. */
export function assText(text: string, style: AssStyle | null): string[] {
	const open: Record<Letter, boolean> = {i: false, b: false, u: false};
	let at: string | null = null;
	let isDrawing = false;
	let out = '';
	let from = 0;
	const set = (letter: Letter, isOn: boolean) => {
		if (open[letter] !== isOn) {
			open[letter] = isOn;
			out += isOn ? `<${letter}>` : `</${letter}>`;
		}
	};
	set('i', style?.italic ?? false);
	for (const match of [...text.matchAll(block), null]) {
		out += isDrawing ? '' : text.slice(from, match?.index);
		if (match === null) {
			break;
		}
		from = match.index + match[0].length;
		const tags = match[1] ?? '';
		at ??= position.exec(tags)?.[1] ?? oldPositions[oldPosition.exec(tags)?.[1] ?? ''] ?? null;
		const draws = [...tags.matchAll(drawing)].at(-1)?.[1];
		isDrawing = draws === undefined ? isDrawing : Number(draws) > 0;
		for (const letter of letters) {
			const value = new RegExp(String.raw`\\${letter}(\d{1,3})(?![a-z\d])`).exec(tags)?.[1];
			if (value !== undefined) {
				set(letter, value !== '0');
			}
		}
	}
	for (const letter of letters) {
		set(letter, false);
	}
	return toLines(out, at ?? alignmentOf(style));
}

function alignmentOf(style: AssStyle | null): string {
	return String(style?.alignment ?? 2);
}

/** Without any text nothing is left, not even its tags. 2 is where subtitles are anyway. */
function toLines(text: string, at: string): string[] {
	const lines = text
		.replace(/\\[Nn]/g, '\n')
		.replace(/\\h/g, '\u00a0')
		.split('\n')
		.map(line => line.trim());
	const filled = lines.filter(line => line.replace(/<\/?[biu]>|\u00a0/g, '').trim() !== '');
	const [first] = filled;
	return first === undefined || at === '2' ? filled : [`{\\an${at}}${first}`, ...filled.slice(1)];
}
