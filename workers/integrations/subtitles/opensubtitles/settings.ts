import {getDomain} from 'tldts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';

export type OpenSubtitlesSettings = Pick<
	SubtitleProviderSettings,
	'id' | 'name' | 'url' | 'apiKey' | 'username' | 'password' | 'timeoutSeconds'
>;

/**
 * The address to use after a login, whose reply gives only a host: VIP members have one of their own. Our keys are sent
 * along, so a foreign host is ignored.
 */
export function addressAfterLogin(configured: string, host: string | null): string {
	const ours = new URL(configured);
	const theirs = host === null ? null : URL.parse(`${ours.protocol}//${host}`);
	const domain = getDomain(ours.hostname);
	const isTheirs = theirs !== null && (theirs.host === ours.host || (domain !== null && getDomain(theirs.hostname) === domain));
	if (!isTheirs) {
		return configured;
	}
	ours.host = theirs.host;
	return ours.href;
}
