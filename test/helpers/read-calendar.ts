export interface CalendarEntry {
	[property: string]: string;
}

const longestLine = 75;

/** Reads an iCalendar document as RFC 5545 demands it, and throws for anything that a strict program would refuse. */
export function readCalendar(text: string): CalendarEntry[] {
	if (!text.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(text)) {
		throw new Error('Every line must end with CRLF.');
	}
	const physical = text.slice(0, -2).split('\r\n');
	for (const line of physical) {
		if (Buffer.byteLength(line) > longestLine) {
			throw new Error(`A line is longer than 75 bytes: ${line}`);
		}
		if (/(?!\t)\p{Cc}/u.test(line) || !line.isWellFormed()) {
			throw new Error(`A line has a control character or half a character: ${JSON.stringify(line)}`);
		}
	}
	const lines = physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
	if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR' || !lines.includes('VERSION:2.0')) {
		throw new Error('It is no calendar of version 2.0.');
	}
	const entries: CalendarEntry[] = [];
	let entry: CalendarEntry | null = null;
	for (const line of lines) {
		const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/s.exec(line) ?? [];
		if (name === '') {
			throw new Error(`A line is no property: ${line}`);
		}
		if (line === 'BEGIN:VEVENT') {
			entry = {};
		} else if (line === 'END:VEVENT' && entry) {
			entries.push(entry);
			entry = null;
		} else if (entry) {
			entry[name] = name === 'SUMMARY' || name === 'DESCRIPTION' ? unescaped(value) : value;
		}
	}
	const uids = entries.map(({UID}) => UID);
	if (new Set(uids).size !== uids.length || entries.some(each => !each['UID'] || !each['DTSTAMP'])) {
		throw new Error('Each event needs a UID of its own and a DTSTAMP.');
	}
	return entries;
}

/** In text only these four are escaped, and an unescaped comma or semicolon would end the value. */
function unescaped(value: string): string {
	if (/(?<!\\)(?:\\\\)*[,;]/.test(value.replace(/\\[\\;,nN]/g, '')) || /\\[^\\;,nN]/.test(value.replaceAll('\\\\', ''))) {
		throw new Error(`A text is not escaped: ${value}`);
	}
	return value.replace(/\\([\\;,nN])/g, (_all, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter));
}
