/** Host and port of an address, or the path of its socket: without name, password and options. */
export function withoutCredentials(url: string): string {
	if (!url.includes('://')) {
		return url;
	}
	const address = /^[a-z+]{1,20}:\/\/(?:[^@/]*@)?([^?]*)/.exec(url)?.[1] ?? '';
	return (address.startsWith('/') ? decodeURIComponent(address) : address.split('/')[0]) || 'an unknown place';
}
