import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';

/** SubDL writes codes in capitals, and some regions in its own way. It has no Latin American Spanish. */
const special: Readonly<Record<string, string>> = {'pt-br': 'BR_PT', 'zh-tw': 'ZH_BG', nb: 'NO'};

export function toSubdlLanguages(languages: readonly string[]): string[] {
	return [...new Set(languages.filter(code => code !== 'es-419').map(code => special[code] ?? code.toUpperCase()))].sort();
}

/** Our code, if possible one of those asked for; null when there is none. */
export function fromSubdlLanguage(wire: string | null, asked: readonly string[]): string | null {
	const code = wire?.trim().toUpperCase() ?? '';
	// Codes of two languages at once, such as `EN_DE`, are for people who read both.
	const known = Object.keys(special).find(ours => special[ours] === code && ours !== 'nb');
	const plain = subtitleLanguages.find(ours => ours.toUpperCase() === code);
	return asked.find(ours => (special[ours] ?? ours.toUpperCase()) === code) ?? known ?? plain ?? null;
}
