/*
 * What this browser remembers. Storage may be full or forbidden; the page works without it.
 */

export function stored(name: string): string | null {
	try {
		return localStorage.getItem(`kinoteka.${name}`);
	} catch {
		return null;
	}
}

export function store(name: string, value: string) {
	try {
		localStorage.setItem(`kinoteka.${name}`, value);
	} catch {
		// it is asked again the next time
	}
}
