import type {NotificationKind} from '#shared/domain/notifications/notification.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import {guardedClient, hider, sentTo} from '../http/without-secrets.ts';
import {openApprise} from './apprise.ts';
import {openArrWebhook} from './arr-webhook.ts';
import {openDiscord} from './discord.ts';
import {openEmail} from './email.ts';
import {openGotify} from './gotify.ts';
import {openMediaBrowser} from './media-browser.ts';
import {openNtfy} from './ntfy.ts';
import {openPlex} from './plex.ts';
import {openPushover} from './pushover.ts';
import type {OpenReceiver} from './receiver.ts';
import {openSlack} from './slack.ts';
import {openTelegram} from './telegram.ts';
import {openWebhook} from './webhook.ts';

const kinds: Readonly<Record<NotificationKind, OpenReceiver>> = {
	webhook: openWebhook,
	arrWebhook: openArrWebhook,
	plex: openPlex,
	jellyfin: openMediaBrowser,
	emby: openMediaBrowser,
	discord: openDiscord,
	slack: openSlack,
	telegram: openTelegram,
	email: openEmail,
	ntfy: openNtfy,
	gotify: openGotify,
	apprise: openApprise,
	pushover: openPushover,
};

export const openReceiver: OpenReceiver = (settings, deps) => {
	const sent = sentTo(notificationFamily, settings);
	const {send, ...receiver} = guardedClient(kinds[settings.kind](settings, deps), sent);
	const hide = hider(sent);
	return {
		...receiver,
		// What the service says about a message may quote its key.
		send: async (together, signal) => {
			const receipt = await send(together, signal);
			return {...receipt, error: receipt.error && hide(receipt.error)};
		},
	};
};
