const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `700 MB`, `1.4 GB`: sizes as the page writes them, too. */
export function sizeText(bytes: number): string {
	const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1000 ** power;
	return `${value.toFixed(value < 10 && power > 1 ? 1 : 0)} ${units[power]}`;
}
