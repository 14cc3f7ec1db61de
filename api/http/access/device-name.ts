/** Each of these also claims to be those after it. */
const browsers: readonly (readonly [mark: string, name: string])[] = [
	['Edg', 'Edge'],
	['OPR', 'Opera'],
	['SamsungBrowser', 'Samsung Internet'],
	['Firefox', 'Firefox'],
	['FxiOS', 'Firefox'],
	['CriOS', 'Chrome'],
	['Chrome', 'Chrome'],
	['Safari', 'Safari'],
];
const systems: readonly (readonly [mark: string, name: string])[] = [
	['iPhone', 'iPhone'],
	['iPad', 'iPad'],
	['Android', 'Android'],
	['Windows', 'Windows'],
	['CrOS', 'ChromeOS'],
	['Mac OS X', 'macOS'],
	['Linux', 'Linux'],
];
const product = /^([\w .-]{1,40})(?:\/|$)/;
const longest = 1000;

/** What people call the device of a `User-Agent`: `Firefox on Linux`, or the program's own name; null if unknown. */
export function deviceName(userAgent: string | undefined): string | null {
	const text = (userAgent ?? '').slice(0, longest);
	const browser = browsers.find(([mark]) => text.includes(`${mark}/`))?.[1];
	const system = systems.find(([mark]) => text.includes(mark))?.[1];
	if (!browser) {
		return product.exec(text)?.[1] ?? null;
	}
	return system ? `${browser} on ${system}` : browser;
}
