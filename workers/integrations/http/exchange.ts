export interface HttpRequest {
	url: string | URL;
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** Milliseconds for the whole exchange, including the body; 20,000 by default. */
	timeoutMs?: number;
	/** Most bytes of the reply's body; 10 MiB by default. */
	maxBytes?: number;
	/** How many redirects we follow; 0 by default, because a redirect may lead to `magnet:`. */
	redirects?: number;
	signal?: AbortSignal;
	/**
	 * `public` refuses private, loopback and link-local addresses on every hop. `any` is for hosts an administrator
	 * entered; a redirect to another host or port counts as public.
	 */
	network: 'any' | 'public';
}

export interface HttpReply {
	status: number;
	/** Names in lower case. Repeated headers are joined by commas, except `set-cookie`, which is in `cookies`. */
	headers: Record<string, string>;
	/** The `set-cookie` lines as received. */
	cookies: string[];
	body: Buffer;
	/** The address that answered, after redirects. */
	url: string;
}

/**
 * One outbound exchange. Any status is a reply. Throws UpstreamFailed with the code `connection_refused`,
 * `name_not_found`, `timed_out`, `tls_failed`, `address_refused`, `too_large` or `connection_failed`; Cancelled when
 * `signal` aborts.
 */
export type Http = (request: HttpRequest) => Promise<HttpReply>;
