import type {RequestHandler} from 'express';
import type {Settings} from '#shared/settings/settings.ts';

const methods = 'GET, HEAD, POST, PUT, DELETE';
const sent = 'Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Api-Key, X-Request-Id';
const readable = 'Deprecation, ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id';
/** Seconds for which a browser remembers that it may ask. */
const rememberedSeconds = 600;

/**
 * Lets pages of the origins that an administrator named call the API with a key. Cookies stay at home: no page of
 * another origin acts as the person who looks at it.
 */
export function allowOrigins(settings: Settings): RequestHandler {
	return (request, response, next) => {
		const allowed = settings.get('security.corsOrigins');
		if (allowed.length === 0 || !request.path.startsWith('/api/')) {
			next();
			return;
		}
		response.vary('Origin');
		const origin = request.get('origin');
		if (origin === undefined || !allowed.includes(origin)) {
			next();
			return;
		}
		response.set({'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': readable});
		if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
			next();
			return;
		}
		response
			.set({
				'Access-Control-Allow-Methods': methods,
				'Access-Control-Allow-Headers': sent,
				'Access-Control-Max-Age': String(rememberedSeconds),
			})
			.status(204)
			.end();
	};
}
