/** SubDL writes codes in capitals, and some regions in a way of its own. */
const special: Readonly<Record<string, string>> = {'pt-br': 'BR_PT', 'zh-tw': 'ZH_BG', nb: 'NO', 'es-419': 'ES'};

export function toSubdlLanguages(languages: readonly string[]): string[] {
	return [...new Set(languages.map(code => special[code] ?? code.toUpperCase()))].sort();
}

/** Our code, if possible one of those asked for; null when there is none. */
export function fromSubdlLanguage(wire: string | null, asked: readonly string[]): string | null {
	const code = wire?.trim().toUpperCase() ?? '';
	// Codes of two languages at once, such as `EN_DE`, are for people who read both.
	const known = Object.keys(special).find(ours => special[ours] === code && ours !== 'nb' && ours !== 'es-419');
	const plain = /^[A-Z]{2}$/.test(code) ? code.toLowerCase() : null;
	return asked.find(ours => (special[ours] ?? ours.toUpperCase()) === code) ?? known ?? plain;
}
