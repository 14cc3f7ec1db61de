/** Prowlarr and Jackett read numbers in these ways, and definitions are written for them. */

const factors: Readonly<Record<string, number>> = {k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4};
/** Units are also written in Cyrillic letters, and with the French octet. */
const letters: Readonly<Record<string, string>> = {k: 'k', m: 'm', g: 'g', t: 't', к: 'k', м: 'm', г: 'g', т: 't'};

/** Bytes of `1,023.4 MiB`, `5 gigabytes` or `1.5 G`. A text without a known unit is in bytes. */
export function parseSize(text: string): number {
	// What is beside the size is no part of it: `16.50GB +08:00`.
	const [, number, unit = ''] =
		/((?<![\w:.,])\d{1,3}(?:\s\d{3}){1,3}(?:[.,]\d{1,3})?|\d[\d.,]{0,20})\s{0,3}([kmgtкмгт])(?:(?:i?b|[бo])(?!\p{L})|(?:ilo|ega|iga|era|[eio]bi)(?:byte|octet)|(?:ило|ега|ига|ера)байт|\s*$)/iu.exec(
			text,
		) ?? [];
	if (number !== undefined) {
		return bytesOf(number, letters[unit.toLowerCase()] ?? '');
	}
	if (/^\s*\d{1,3}(?:[.,]\d{3}){2,4}\s*$/.test(text)) {
		return parseInteger(text);
	}
	const latin = text
		.toLowerCase()
		.replace(/[^a-z]/g, '')
		.replaceAll('i', '');
	return bytesOf(text, Object.keys(factors).find(letter => latin.includes(`${letter}b`)) ?? '');
}

const bytesOf = (number: string, unit: string) =>
	Math.min(Math.trunc(parseDecimal(number) * (factors[unit] ?? 1)), Number.MAX_SAFE_INTEGER);

/** A number with a fraction; of several marks the last one begins the fraction. 0 for a text without digits. */
export function parseDecimal(text: string): number {
	const digits = text.replace(/[^\d.,]/g, '').replaceAll(',', '.');
	const mark = digits.lastIndexOf('.');
	const number = Number(mark < 0 ? digits : `${digits.slice(0, mark).replaceAll('.', '')}.${digits.slice(mark + 1)}`);
	return Number.isFinite(number) ? number : 0;
}

/**
 * A whole number. With one kind of mark only, those are thousands marks: `2.222` is 2222. 0 for a text without
 * digits.
 */
export function parseInteger(text: string): number {
	const digits = text.replace(/[^\d.,]/g, '');
	const hasBoth = digits.includes('.') && digits.includes(',');
	const number = hasBoth ? Math.trunc(parseDecimal(digits)) : Number(digits.replace(/[.,]/g, ''));
	return Math.min(number, Number.MAX_SAFE_INTEGER);
}

/** The first run of digits; 0 without any. */
export function firstDigits(text: string): number {
	return Math.min(Number(/\d+/.exec(text)?.[0] ?? 0), Number.MAX_SAFE_INTEGER);
}
