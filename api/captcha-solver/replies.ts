import type {Operations} from '#api/http/operation.ts';
import {success} from '#api/http/route.ts';
import type {CachedSite} from '#shared/captcha/clearances.ts';
import type {SolverReport} from '#shared/captcha/solver-reports.ts';
import {type ChallengeKind, challengeKinds} from '#shared/domain/captcha/challenge.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {flag, integer, number, oneOf, orNull, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {CaptchaStatistics} from '#shared/store/system/captcha-statistics.ts';
import {shownProxy} from './schema.ts';

interface Configured {
	settings: Settings;
}
const settings = {
	enabled: from(flag, (of: Configured) => of.settings.get('captcha.enabled')),
	timeout: from(integer.description('Seconds.'), (of: Configured) => of.settings.get('captcha.timeout')),
	cacheTtl: from(integer.description('Hours.'), (of: Configured) => of.settings.get('captcha.cacheTtl')),
	headless: from(flag, (of: Configured) => of.settings.get('captcha.headless')),
	proxy: from(textOrNull.description('Its credentials are shown as asterisks.'), (of: Configured) => shownProxy(of.settings)),
	maxRetries: from(integer, (of: Configured) => of.settings.get('captcha.maxRetries')),
	parallelSolves: from(integer, (of: Configured) => of.settings.get('captcha.parallelSolves')),
};
const figures = {
	totalSolves: integer,
	successfulSolves: integer,
	failedSolves: integer,
	successRate: number.description('0 to 1.'),
	averageSolveTime: number.description('Milliseconds, for successful solves only.'),
};

interface Stats extends CaptchaStatistics {
	cachedDomains: number;
}
interface Overview extends Configured {
	reports: readonly SolverReport[];
	stats: Stats;
}

/** Indexer addresses contain keys, and callers with read access see this reply. */
const stats = viewOf<Stats>()({
	...figures,
	cachedDomains: integer,
	lastError: from(textOrNull, ({lastError}: Stats) => lastError && maskSecrets(lastError.message)),
});

export const changedSettings = viewOf<Configured>()({success, ...settings});
export const overview = viewOf<Overview>()({...settings, browserPath: from(textOrNull, findBrowserPath), stats});

/** What a live worker found takes precedence over the configured path. */
function findBrowserPath({reports, settings}: Overview): string | null {
	const found = reports.find(({browserPath}) => browserPath !== null)?.browserPath;
	return found ?? (settings.get('captcha.browserPath') || null);
}

type LastError = NonNullable<CaptchaStatistics['lastError']>;
interface Health {
	healthy: boolean;
	stats: CaptchaStatistics;
	cachedDomains: CachedSite[];
	lastError: LastError | null;
}
export const health = viewOf<Health>()({
	healthy: flag,
	stats: viewOf<CaptchaStatistics>()(figures),
	cachedDomains: viewOf<CachedSite>()({domain: text, cachedAt: timestamp, expiresAt: timestamp, solveCount: integer}).list,
	lastError: viewOf<LastError>()({message: from(text, ({message}: LastError) => maskSecrets(message)), timestamp}).orNull,
});

export const cleared = viewOf<{clearedCookies: boolean; clearedStats: boolean}>()({success, clearedCookies: flag, clearedStats: flag});

/** Result of testing an address; `kind` is null when no page was opened. */
interface Tested {
	url: string;
	solveTime: number;
	usedCache: boolean;
	kind: ChallengeKind | null;
	open: boolean;
	failure: {message: string} | null;
}
const wasChallenged = ({kind}: Tested) => kind !== null && kind !== 'none';

export const tested = viewOf<Tested>()({
	success: from(flag, ({open}: Tested) => open),
	url: text,
	solveTime: number.description('Milliseconds.'),
	usedCache: flag,
	challengeDetected: from(flag, wasChallenged),
	challengeType: from(orNull(oneOf(challengeKinds)), ({kind}: Tested) => kind),
	solved: from(flag, (test: Tested) => wasChallenged(test) && test.open),
	error: from(textOrNull, ({failure}: Tested) => failure && maskSecrets(failure.message)),
});

export const captchaSolverOperations: Operations = {
	'GET /api/captcha-solver': {
		id: 'getCaptchaSolver',
		summary: 'Show the settings and statistics of the captcha solver',
		replies: {200: overview.schema},
	},
	'PUT /api/captcha-solver': {
		id: 'updateCaptchaSolver',
		summary: 'Change the settings of the captcha solver',
		replies: {200: changedSettings.schema},
	},
	'DELETE /api/captcha-solver': {
		id: 'resetCaptchaSolver',
		summary: 'Reset the captcha solver to its default settings',
		replies: {200: changedSettings.schema},
	},
	'GET /api/captcha-solver/health': {
		id: 'getCaptchaSolverHealth',
		summary: 'Show whether the captcha solver can solve now, and for which sites it has cookies',
		replies: {200: health.schema},
	},
	'DELETE /api/captcha-solver/health': {
		id: 'clearCaptchaSolver',
		summary: 'Clear the statistics of the captcha solver, its cookies, or both',
		replies: {200: cleared.schema},
	},
	'POST /api/captcha-solver/test': {
		id: 'testCaptchaSolver',
		summary: 'Test the captcha solver with an address',
		replies: {200: tested.schema},
	},
};
