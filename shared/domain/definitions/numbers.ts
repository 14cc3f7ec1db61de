/** Prowlarr and Jackett read numbers in these ways, and definitions are written for them. */

const units: readonly [string, number][] = [
	['kb', 1024],
	['mb', 1024 ** 2],
	['gb', 1024 ** 3],
	['tb', 1024 ** 4],
];

/** Bytes of `1,023.4 MiB`. A text without a known unit is in bytes. */
export function parseSize(text: string): number {
	const letters = text
		.toLowerCase()
		.replace(/[^a-z]/g, '')
		.replaceAll('i', '');
	const factor = units.find(([unit]) => letters.includes(unit))?.[1] ?? 1;
	return Math.min(Math.trunc(parseDecimal(text) * factor), Number.MAX_SAFE_INTEGER);
}

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
