import type {ProviderSettings} from '#shared/domain/provider.ts';
import {isSecretValue, type ProviderFamily, protectedSettings} from '#shared/providers/provider-family.ts';
import {hiddenOutcome, type Sent, withoutSecrets} from './http/without-secrets.ts';

interface Testable {
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]; releases?: {title: string}[]}>;
}

/** The client of a provider whose answers and errors never reveal what we sent to it. */
export function guardedClient<Client extends Testable>(client: Client, sent: Sent): Client {
	const guarded = Object.entries(client).map(([name, value]) => [name, typeof value === 'function' ? guardedCall(value, sent) : value]);
	return {
		...(Object.fromEntries(guarded) as Client), // the same members
		test: signal => withoutSecrets(sent, async () => hiddenOutcome(await client.test(signal), sent)),
	};
}

/** What a provider is sent, by the declaration of its family. The path of a folder is no secret. */
export function sentTo<Settings extends ProviderSettings>(
	family: ProviderFamily<Settings>,
	settings: Partial<Settings> & Pick<Settings, 'kind'>,
): Sent {
	const values = settings as Readonly<Record<string, unknown>>;
	const texts = (names: readonly string[]) => names.map(name => values[name]).filter(value => typeof value === 'string');
	const {isFolder} = family.kinds[settings.kind as Settings['kind']];
	return {
		addresses: isFolder ? [] : texts(protectedSettings(family, 'address')),
		secrets: [...texts(protectedSettings(family, 'secret')), ...secretValues(family, values)],
	};
}

/** Free settings that may be secrets. */
function secretValues(family: Pick<ProviderFamily, 'protection' | 'openValues'>, values: Readonly<Record<string, unknown>>): string[] {
	const free = protectedSettings(family, 'values').flatMap(name => Object.entries(values[name] ?? {}));
	return free.flatMap(([name, value]) => (typeof value === 'string' && isSecretValue(family, name, value) ? [value] : []));
}

function guardedCall(call: (...given: unknown[]) => unknown, sent: Sent) {
	return (...given: unknown[]) => {
		try {
			const answer = call(...given);
			return answer instanceof Promise ? withoutSecrets(sent, () => answer) : answer;
		} catch (error) {
			return withoutSecrets(sent, () => Promise.reject(error));
		}
	};
}
