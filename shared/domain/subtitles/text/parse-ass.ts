import {type AssStyle, assText} from './ass-text.ts';
import {type Cue, timeOf} from './cue.ts';

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
	if (!start || !end || !section.startsWith('events')) {
		return;
	}
	const style = styles.get(of('style').trim().replace(/^\*/, '')) ?? null;
	const lines = assText(of('text'), style);
	const cue = {number: null, start: msOf(start), end: msOf(end), lines};
	const key = `${cue.start} ${cue.end} ${lines.join('\n')}`;
	if (!seen.has(key)) {
		seen.add(key);
		cues.push(cue);
	}
}

function msOf([, hours, minutes, seconds, fraction]: RegExpExecArray): number {
	return timeOf({hours, minutes, seconds, fraction});
}
