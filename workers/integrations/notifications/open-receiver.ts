import type {NotificationKind} from '#shared/domain/notifications/notification.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import {guardedClient, sentTo} from '../guarded-client.ts';
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

export const openReceiver: OpenReceiver = (settings, deps) =>
	guardedClient(kinds[settings.kind](settings, deps), sentTo(notificationFamily, settings));
