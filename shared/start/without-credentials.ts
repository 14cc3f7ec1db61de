/** Host and port of an address, or the path of its socket: without name, password and options. */
export function placeOf(url: string): string {
	if (!url.includes('://')) {
		return url;
	}
	const place = /^[a-z+]{1,20}:\/\/(?:[^@/]*@)?([^?]*)/.exec(url)?.[1] ?? '';
	return (place.startsWith('/') ? decodeURIComponent(place) : place.split('/')[0]) || 'an unknown place';
}
