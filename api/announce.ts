import {networkInterfaces} from 'node:os';
import {isLoopback} from '#shared/private-address.ts';
import type {FirstSecrets} from './first-start.ts';

const everywhere = new Set(['0.0.0.0', '::']);
const mostPlaces = 3;

/** The addresses at which other machines reach a service that listens on all of them. */
export function placesOf(host: string, port: string): string[] {
	const found = everywhere.has(host) ? Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []) : [];
	const reached = found.filter(({internal, family}) => !internal && family === 'IPv4');
	return reached.slice(0, mostPlaces).map(({address}) => `http://${address}:${port}`);
}

/**
 * What callers see without credentials; null if only this machine can reach the address. `places` are the addresses
 * behind a host that means all of them.
 */
export function openTo(host: string, isQueuePublic: boolean, places: readonly string[] = []): string | null {
	if (host === 'localhost' || isLoopback(host)) {
		return null;
	}
	const seen = isQueuePublic
		? 'the download queue (titles and progress, no paths) and the state of the service; the setting security.queuePublic = false closes the queue'
		: 'the state of the service, and nothing else';
	return `other machines can reach ${places.join(' and ') || host}: without credentials they see ${seen}`;
}

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
