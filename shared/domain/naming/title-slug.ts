/** `The Ünseen (Part 2)` with id 603 -> `the-unseen-part-2-603`: readable, and unlike every other title's. */
export function titleSlug(title: string, metaId: number): string {
	const words = title
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/['’]/g, '')
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-+|-+$/g, '');
	return words ? `${words.slice(0, 150)}-${metaId}` : String(metaId);
}
