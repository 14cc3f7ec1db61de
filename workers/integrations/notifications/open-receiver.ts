import type {NotificationKind} from '#shared/domain/notifications/notification.ts';
import {hiddenOutcome, withoutSecrets} from '../http/without-secrets.ts';
import {openMediaBrowser} from './media-browser.ts';
import {openPlex} from './plex.ts';
import type {OpenReceiver} from './receiver.ts';
import {openWebhook} from './webhook.ts';

const kinds: Readonly<Record<NotificationKind, OpenReceiver>> = {
	webhook: openWebhook,
	plex: openPlex,
	jellyfin: openMediaBrowser,
	emby: openMediaBrowser,
};

/** Nothing that a receiver says about us shows what we sent to it. */
export const openReceiver: OpenReceiver = (settings, deps) => {
	const receiver = kinds[settings.kind](settings, deps);
	const sent = {addresses: [settings.url], secrets: [settings.apiKey, settings.secret]};
	return {
		...receiver,
		send: (together, signal) => withoutSecrets(sent, () => receiver.send(together, signal)),
		test: signal => withoutSecrets(sent, async () => hiddenOutcome(await receiver.test(signal), sent)),
	};
};
