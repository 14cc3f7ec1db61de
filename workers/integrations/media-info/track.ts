/** A track as MediaInfo reports it, with MediaInfo's own field names and values. */
export type Track = Readonly<Record<string, unknown>>;

export function textOf(track: Track | undefined, field: string): string {
	const value = track?.[field];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function numberOf(track: Track | undefined, field: string): number | null {
	const value = Number.parseFloat(textOf(track, field));
	return Number.isFinite(value) && value > 0 ? value : null;
}
