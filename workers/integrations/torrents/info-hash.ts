const hexHash = /^[0-9a-f]{40}$/i;
const base32Hash = /^[a-z2-7]{32}$/i;
const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Converts an info hash in hex or base32 to forty lower-case hex digits; null when it is neither. */
export function toHexInfoHash(text: string): string | null {
	const value = text.trim();
	if (hexHash.test(value)) {
		return value.toLowerCase();
	}

	return base32Hash.test(value) ? base32ToHex(value.toLowerCase()) : null;
}

function base32ToHex(text: string): string {
	const bits = [...text].map(letter => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
	return (bits.match(/.{4}/g) ?? []).map(nibble => Number.parseInt(nibble, 2).toString(16)).join('');
}
