import type {Settings} from '#shared/settings/settings.ts';
import type {ProxyOptions} from '../integrations/browser/network/guarded-proxy.ts';
import type {PageVisit} from '../integrations/browser/page-visit.ts';

/**
 * The proxy options of a visit under the current settings. `allowedHost` may be private because an administrator
 * entered it; null for none.
 */
export function wayOut(settings: Settings, allowedHost: string | null): ProxyOptions {
	const allowPrivate = settings.get('security.allowPrivateNetworks');
	return {
		rules: {allowPrivate, allowedHost},
		upstream: settings.get('captcha.proxy') || null,
		upstreamMayBePrivate: allowPrivate || settings.get('captcha.proxyMayBePrivate'),
	};
}

/** A visit that needs nothing but an open page. */
export function plainVisit(url: string, proxy: ProxyOptions): PageVisit {
	return {
		url,
		proxy,
		postData: null,
		cookies: [],
		loadEverything: false,
		withoutStyles: false,
		takesFailures: false,
		waitMs: 0,
		withHtml: false,
		withScreenshot: false,
	};
}
