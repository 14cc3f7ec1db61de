import type {FirstSecrets} from './first-start.ts';

/**
 * Tells the parent process, or the person at the console, the address and the secrets that were just generated. Secrets
 * are shown once and never logged.
 */
export function announce(address: string, {adminPassword, apiKey}: FirstSecrets): void {
	if (process.send) {
		process.send({ready: true, detail: address, firstKey: apiKey, firstPassword: adminPassword});
		return;
	}
	const lines = [
		...(adminPassword ? [`The password of the user admin is ${adminPassword}`] : []),
		...(apiKey ? [`The first API key (header x-api-key) is ${apiKey}`] : []),
	];
	if (lines.length > 0) {
		process.stderr.write(`${[...lines, 'They are shown only once; keep them.'].join('\n')}\n`);
	}
}
