import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';

/**
 * Codes of the provider for ours where they differ, best first. `ze` has Chinese and English lines together, `ea` is
 * the Spanish of Latin America, and `me` is Montenegrin, which ISO 639-1 does not have.
 */
const wireCodes: Readonly<Record<string, readonly string[]>> = {
	pt: ['pt-pt'],
	'pt-br': ['pt-br'],
	zh: ['zh-cn', 'ze'],
	'zh-tw': ['zh-tw'],
	'es-419': ['ea'],
	sr: ['sr', 'me'],
	nb: ['no'],
};

/** Codes that the provider used to have, or that only answers have. */
const others: Readonly<Record<string, string>> = {pb: 'pt-br', zt: 'zh-tw', sp: 'es', 'es-419': 'es-419', zh: 'zh', pt: 'pt'};

export function toWireLanguages(languages: readonly string[]): string[] {
	return [...new Set(languages.flatMap(code => wireCodes[code] ?? [code]))].sort();
}

/**
 * Our code of a subtitle's language, if possible one of those asked for; null when the provider names none
 * that we know: codes become part of file names.
 */
export function fromWireLanguage(wire: string | null, asked: readonly string[]): string | null {
	const code = wire?.trim().toLowerCase().replace('_', '-') ?? '';
	if (code === '') {
		return null;
	}
	const known = others[code] ?? Object.keys(wireCodes).find(ours => wireCodes[ours]?.includes(code) && ours !== 'nb');
	return asked.find(ours => (wireCodes[ours] ?? [ours]).includes(code)) ?? known ?? (subtitleLanguages.includes(code) ? code : null);
}
