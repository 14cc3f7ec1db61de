import {type Cue, timeOf, unendedMs} from './cue.ts';

const time = /^\s*(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*$/;
/** The old format counts from below: 1 to 3, then 9 to 11 in the middle and 5 to 7 on top. */
const oldAlignments: Readonly<Record<number, number>> = {1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6};
const usualEventFields = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

interface State {
	section: string;
	fields: string[];
	styles: Map<string, AssStyle>;
	cues: Cue[];
	seen: Set<string>;
}

/** Reads ASS and SSA. Drawings and comments are left out, and so is what several layers repeat. */
export function parseAss(lines: readonly string[]): Cue[] {
	const state: State = {section: '', fields: usualEventFields, styles: new Map(), cues: [], seen: new Set()};
	for (const line of lines) {
		const section = /^\s*\[([^\]]{1,40})\]\s*$/.exec(line)?.[1];
		if (section !== undefined) {
			state.section = section.toLowerCase();
			state.fields = usualEventFields;
			continue;
		}
		const colon = line.indexOf(':');
		readLine(state, line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1));
	}
	return state.cues;
}

function readLine(state: State, key: string, rest: string): void {
	if (key === 'format') {
		state.fields = rest.split(',').map(field => field.trim().toLowerCase());
	} else if (key === 'style') {
		readStyle(state, rest);
	} else if (key === 'dialogue') {
		readDialogue(state, rest);
	}
}

function readStyle({fields, section, styles}: State, rest: string): void {
	const values = rest.split(',').map(value => value.trim());
	const of = (field: string) => values[fields.indexOf(field)] ?? '';
	const number = Number(of('alignment'));
	const isOld = !section.includes('+');
	styles.set(of('name').replace(/^\*/, ''), {
		alignment: (isOld ? oldAlignments[number] : number) ?? 2,
		italic: of('italic') === '-1' || of('italic') === '1',
		bold: of('bold') === '-1' || of('bold') === '1',
	});
}

function readDialogue({fields, section, styles, cues, seen}: State, rest: string): void {
	const parts = rest.split(',');
	const values = [...parts.slice(0, fields.length - 1), parts.slice(fields.length - 1).join(',')];
	const of = (field: string) => values[fields.indexOf(field)] ?? '';
	const [start, end] = [time.exec(of('start')), time.exec(of('end'))];
	if (!start || !section.startsWith('events')) {
		return;
	}
	const style = styles.get(of('style').trim().replace(/^\*/, '')) ?? null;
	const lines = assText(of('text'), style);
	const cue = {number: null, start: msOf(start), end: end ? msOf(end) : msOf(start) + unendedMs, lines};
	const key = `${cue.start} ${cue.end} ${lines.join('\n')}`;
	if (!seen.has(key)) {
		seen.add(key);
		cues.push(cue);
	}
}

function msOf([, hours, minutes, seconds, fraction]: RegExpExecArray): number {
	return timeOf({hours, minutes, seconds, fraction});
}

interface AssStyle {
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
function assText(text: string, style: AssStyle | null): string[] {
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
