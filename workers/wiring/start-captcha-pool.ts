import {reportBrowser} from '../captcha/report-browser.ts';
import {sweepBrowsers} from '../integrations/browser/browser-folder.ts';
import {type PoolOptions, startPool} from '../runtime/pool.ts';

/**
 * The `captcha` pool. It first removes what an earlier worker left behind, then reports which browser this process has.
 */
export async function startCaptchaPool(options: PoolOptions): Promise<{worker: ReturnType<typeof startPool>; stop(): Promise<void>}> {
	const {deps} = options;
	const swept = await sweepBrowsers();
	if (swept > 0) {
		deps.log.warn({workers: swept}, 'Cleaned up the browsers of dead workers');
	}
	const reports = reportBrowser(deps);
	const worker = startPool('captcha', options);
	return {worker, stop: reports.stop};
}
