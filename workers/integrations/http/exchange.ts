export interface HttpRequest {
	url: string | URL;
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** For the whole exchange, body included; 20,000 when not given. */
	timeoutMs?: number;
	/** Of the reply's body; 10 MiB when not given. */
	maxBytes?: number;
	/** How many redirects are followed by us; 0 when not given, because a redirect may lead to `magnet:`. */
	redirects?: number;
	signal?: AbortSignal;
	/**
	 * `public` refuses private, loopback and link-local addresses, on every hop; `any` is for hosts that an
	 * administrator entered.
	 */
	network: 'any' | 'public';
}

export interface HttpReply {
	status: number;
	/**
	 * Names in lower case; a header that came several times is joined by comma, except
	 * `set-cookie`, which is in `cookies`.
	 */
	headers: Record<string, string>;
	/** The `set-cookie` lines as they came. */
	cookies: string[];
	body: Buffer;
	/** The address that answered, after redirects. */
	url: string;
}

/**
 * One outbound exchange. Any status is a reply; what fails is an UpstreamFailed with the code `connection_refused`,
 * `name_not_found`, `timed_out`, `tls_failed`, `address_refused`, `too_large` or `connection_failed`; an aborted
 * `signal` is Cancelled.
 */
export type Http = (request: HttpRequest) => Promise<HttpReply>;
