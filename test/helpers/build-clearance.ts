import type {BrowserCookie, Clearance} from '#shared/domain/captcha/clearance.ts';

export function buildCookie(overrides: Partial<BrowserCookie> = {}): BrowserCookie {
	return {
		name: 'gate_pass',
		value: 'let-me-in',
		domain: '.example.test',
		path: '/',
		expires: 1_900_000_000.5,
		httpOnly: true,
		secure: true,
		sameSite: 'None',
		...overrides,
	};
}

export function buildClearance(overrides: Partial<Clearance> = {}): Clearance {
	return {
		id: 'c1',
		site: 'example.test',
		kind: 'edge_challenge',
		userAgent: 'Mozilla/5.0 Chrome/150.0',
		cookies: [buildCookie()],
		solvedAt: '2026-01-01T00:00:00.000Z',
		...overrides,
	};
}
