import {reportBrowser} from '../captcha/report-browser.ts';
import {sweepBrowsers} from '../integrations/browser/browser-folder.ts';
import {type PoolOptions, startPool} from '../runtime/pool.ts';

/**
 * The pool `captcha`: first what a worker before us has left behind is swept away, then this process tells which
 * browser it has.
 */
export async function startCaptchaPool(options: PoolOptions): Promise<{worker: ReturnType<typeof startPool>; stop(): Promise<void>}> {
	const {deps} = options;
	const swept = await sweepBrowsers();
	if (swept > 0) {
		deps.log.warn({workers: swept}, 'Browsers of workers that had died were swept away');
	}
	const reports = reportBrowser(deps);
	const worker = startPool('captcha', options);
	return {worker, stop: reports.stop};
}
