/** The movie or episode whose subtitles are meant. */
export interface SubtitleOwner {
	type: 'movie' | 'episode';
	id: string;
}

export function ownerKey({type, id}: SubtitleOwner): string {
	return `${type}-${id}`;
}
