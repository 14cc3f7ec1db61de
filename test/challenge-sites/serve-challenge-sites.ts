import type {Play, SiteOptions} from './play.ts';
import {playButton} from './plays/button.ts';
import {playBusy, playHugeChallenge, playNever} from './plays/endless.ts';
import {playHuge} from './plays/huge.ts';
import {playIndexer} from './plays/indexer.ts';
import {playRedirected, playScript, playThrice} from './plays/script.ts';
import {playForPeople, playHangs, playPlain, playResets} from './plays/simple.ts';
import {playWebdriver} from './plays/webdriver.ts';
import {playWidget} from './plays/widget.ts';
import {playWindows} from './plays/windows.ts';
import {openSite, type Site} from './site.ts';

const plays = {
	plain: playPlain,
	script: playScript,
	widget: playWidget,
	button: playButton,
	never: playNever,
	thrice: playThrice,
	redirected: playRedirected,
	huge: playHuge,
	'huge-challenge': playHugeChallenge,
	windows: playWindows,
	busy: playBusy,
	webdriver: playWebdriver,
	'pictures-a': playForPeople('pictures-a'),
	'pictures-b': playForPeople('pictures-b'),
	'edge-captcha': playForPeople('edge-captcha'),
	blocked: playForPeople('blocked'),
	hangs: playHangs,
	resets: playResets,
	indexer: playIndexer,
} satisfies Record<string, (options: SiteOptions) => Play | Promise<Play>>;

export type SiteKind = keyof typeof plays;
export const siteKinds = Object.keys(plays) as SiteKind[];

/** Starts one site of this kind on its own port. */
export async function site(kind: SiteKind, options: SiteOptions = {}): Promise<Site> {
	const play: Play = await plays[kind](options);
	const opened = await openSite(play.answer);
	return {
		...opened,
		close: async () => {
			await Promise.all([opened.close(), play.close?.()]);
		},
	};
}

export interface ChallengeSites {
	sites: Record<SiteKind, Site>;
	close(): Promise<void>;
}

/**
 * Starts all sites. Browsers store cookies per host, not per port, so visit each site in a separate browser context.
 */
export async function serveChallengeSites(options: Partial<Record<SiteKind, SiteOptions>> = {}): Promise<ChallengeSites> {
	const opened = await Promise.all(siteKinds.map(async kind => [kind, await site(kind, options[kind])] as const));
	return {
		sites: Object.fromEntries(opened) as Record<SiteKind, Site>,
		close: async () => {
			await Promise.all(opened.map(([, each]) => each.close()));
		},
	};
}
