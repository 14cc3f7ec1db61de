/** Does this IP literal, such as `127.0.0.1`, `::1` or `::ffff:127.0.0.1`, lead to this machine itself? */
export function isLoopback(address: string): boolean {
	return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address);
}
