/** `sphinx` servers treat punctuation as operators, so the title is sent as plain words. */
export function toSearchText(title: string, engine: string): string {
	const spaced = title.replaceAll('+', ' ');
	return engine.startsWith('raw') ? squeeze(spaced) : toPlainWords(spaced);
}

function toPlainWords(title: string): string {
	const unmarked = title.normalize('NFKD').replace(/\p{M}+/gu, '');
	const joined = unmarked.replaceAll('&', ' and ').replace(/['’`´.]/g, '');
	return squeeze(joined.replace(/[^\p{L}\p{N}]+/gu, ' ')).normalize('NFC');
}

function squeeze(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

export function pad(number: number): string {
	return String(number).padStart(2, '0');
}
