/*
 * What this browser remembers. Storage may be full or forbidden; the page works without it.
 */

/** @param {string} name @returns {string | null} */
export function stored(name) {
	try {
		return localStorage.getItem(`kinoteka.${name}`);
	} catch {
		return null;
	}
}

/** @param {string} name @param {string} value */
export function store(name, value) {
	try {
		localStorage.setItem(`kinoteka.${name}`, value);
	} catch {
		// it is asked again the next time
	}
}
