import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {readAlerts, readQueries} from '#test/helpers/dashboard.ts';
import {countEverything} from '#test/helpers/every-metric.ts';
import {isInstalled, startProgram} from '#test/helpers/peers/program.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const program = 'prometheus';
const metricsToken = 'a-token-for-scrapers';

const serial = isInstalled(program) ? test.serial : test.serial.skip;
if (!isInstalled(program)) {
	console.warn(`Skipping Prometheus: ${program} is not installed (apt-get install ${program}).`);
}

/** What Grafana puts in its place: four times the interval of the scrapes. */
const withInterval = (expr: string) => expr.replaceAll('$__rate_interval', '4s');

serial('a real Prometheus scrapes the service and answers every query of the dashboard', async t => {
	t.timeout(120_000);
	const served = await serve(t, {http: {metricsToken}});
	const folder = tempFolder(t);
	const port = await freePort();
	const config = {
		global: {scrape_interval: '1s'},
		rule_files: [fileURLToPath(new URL('../../scripts/grafana/alerts.yaml', import.meta.url))],
		scrape_configs: [
			{job_name: 'kinoteka', authorization: {credentials: metricsToken}, static_configs: [{targets: [new URL(served.url).host]}]},
		],
	};
	writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
	const address = `http://127.0.0.1:${port}`;
	const settings = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`];
	await startProgram(t, [program, ...settings, `--web.listen-address=127.0.0.1:${port}`], `${address}/-/ready`);
	const ask = async (expr: string) => {
		const response = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(withInterval(expr))}`);
		return (await response.json()) as {status: string; error?: string; data?: {result: unknown[]}};
	};
	await until(async () => ((await ask('up == 1')).data?.result.length ?? 0) > 0);
	const rules = (await (await fetch(`${address}/api/v1/rules`)).json()) as {data: {groups: {rules: {name: string}[]}[]}};
	t.deepEqual(
		rules.data.groups.flatMap(group => group.rules.map(({name}) => name)),
		readAlerts().map(({panel}) => panel),
	);
	for (const {panel, expr} of readQueries()) {
		const isAnswered = async () => {
			await countEverything(served);
			const {status, error, data} = await ask(expr);
			t.is(status, 'success', `${panel}: ${error}`);
			return (data?.result.length ?? 0) > 0;
		};
		// No job is delayed and no request has failed here.
		if (!/delayed|5\.\./.test(expr)) {
			await t.notThrowsAsync(until(isAnswered), `${panel}: ${expr} has no result`);
		} else {
			await isAnswered();
		}
	}
});
