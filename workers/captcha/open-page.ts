import {reachesHost} from '#shared/captcha/cookies.ts';
import type {SolverSession} from '#shared/captcha/solver-sessions.ts';
import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {openPage, type PageToOpen} from '#shared/jobs/captcha.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis.ts';
import {unseen} from '../integrations/browser/page-opener.ts';
import type {PageVisit, VisitedPage} from '../integrations/browser/page-visit.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {openWithSlot, plainVisit, type SlotDeps, toFailure, wayOut} from './open-with-slot.ts';

type Deps = SlotDeps & Pick<WorkerDeps, 'pageCache' | 'secrets' | 'solverSessions'>;

/**
 * Opens a page for another program. If it uses a session, the session serves one request at a time and keeps the
 * cookies for the next.
 */
export const handleOpenPage: Handler<typeof openPage, keyof Deps> = async ({sealed, deadline}, deps, run) => {
	const asked = openPayload<PageToOpen>(openPage, sealed, deps.secrets);
	const timeLeft = Math.max(0, deadline - (await redisNow(deps.producer)));
	const end = performance.now() + timeLeft;
	const signal = AbortSignal.any([run.signal, AbortSignal.timeout(timeLeft)]);
	const open = async (session: SolverSession | null) =>
		openWithSlot({visit: toVisit(asked, session, deps), sight: unseen(), end, run, signal}, deps);
	try {
		const page =
			asked.session === null
				? await open(null)
				: await withinSession({name: asked.session, keyId: asked.solverKeyId}, open, {deps, signal});
		const cookies = page.cookies.filter(cookie => reachesHost(cookie, new URL(page.url).hostname));
		return {pageId: await deps.pageCache.leave({...page, cookies}), failure: null};
	} catch (error) {
		return {pageId: null, failure: toFailure(error, run)};
	}
};

type Open = (session: SolverSession | null) => Promise<VisitedPage>;

async function withinSession(
	{name, keyId}: {name: string; keyId: string | null},
	open: Open,
	{deps, signal}: {deps: Pick<WorkerDeps, 'prefix' | 'producer' | 'solverSessions'>; signal: AbortSignal},
): Promise<VisitedPage> {
	const {producer, prefix} = deps;
	const sessions = deps.solverSessions.of(keyId);
	return createSharedSlots(producer, prefix).within(
		{name: `session:${keyId ?? ''}:${name}`, max: () => 1},
		async () => {
			const session = await sessions.find(name);
			const page = await open(session);
			if (session) {
				await sessions.save({...session, cookies: page.cookies});
			}
			return page;
		},
		signal,
	);
}

function toVisit(asked: PageToOpen, session: SolverSession | null, {settings}: Pick<WorkerDeps, 'settings'>): PageVisit {
	const {url, postData, disableMedia, waitSeconds, withScreenshot, withHtml} = asked;
	const proxy = session?.proxy ?? asked.proxy;
	const way = wayOut(settings, null);
	return {
		...plainVisit(
			url,
			proxy ? {...way, upstream: withCredentials(proxy), upstreamMayBePrivate: way.rules.allowPrivate || !proxy.mustBePublic} : way,
		),
		postData,
		cookies: [...(session?.cookies ?? []), ...asked.cookies.map(cookie => toBrowserCookie(cookie, url))],
		loadEverything: !disableMedia && withScreenshot,
		withoutStyles: disableMedia,
		takesFailures: true,
		waitMs: waitSeconds * 1000,
		withHtml,
		withScreenshot,
	};
}

function withCredentials({url, username, password}: NonNullable<PageToOpen['proxy']>): string {
	const whole = new URL(url);
	whole.username ||= username ?? '';
	whole.password ||= password ?? '';
	return whole.href;
}

function toBrowserCookie({name, value, domain, path}: PageToOpen['cookies'][number], url: string): BrowserCookie {
	const {hostname, protocol} = new URL(url);
	return {
		name,
		value,
		domain: domain ?? hostname,
		path: path ?? '/',
		expires: -1,
		httpOnly: false,
		secure: protocol === 'https:',
		sameSite: null,
	};
}
