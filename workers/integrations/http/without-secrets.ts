import type {ProviderSettings} from '#shared/domain/provider.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {isSecretValue, type ProviderFamily, protectedSettings} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';

/** What we send to a peer, and what it may therefore quote in its answers. */
export interface Sent {
	/** With all that may be a key in them. */
	addresses?: readonly (string | null | undefined)[];
	/** Keys and passwords. */
	secrets?: readonly (string | null | undefined)[];
}

/** A shorter one would be replaced inside of words. */
const shortest = 4;
/** Characters that our own messages put after the words of a peer. */
const ends = '.…)>"\'';
/** Words such as `transmission` are no keys. */
const likeKey = /^(?=.*\d).{8,}$|^.{16,}$/;
const deepest = 5;

/** Runs `work`. Nothing that was sent stays in the message and the stack of its failure, or of what caused it. */
export async function withoutSecrets<T>(sent: Sent, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const hide = hider(sent);
		let each = error;
		for (let depth = 0; depth < deepest && each instanceof Error; depth += 1) {
			mask(each, hide);
			each = each.cause;
		}
		throw error;
	}
}

/** Takes what was sent out of a text of the peer that people see. */
export function hider(sent: Sent): (text: string) => string {
	const found = spellingsOf(sent);
	return text => {
		const whole = found.reduce((rest, spelling) => rest.replaceAll(spelling, maskedSecret), text);
		return maskSecrets(found.reduce(withoutBeginnings, whole));
	};
}

/** The outcome of a test as people see it. */
export function hiddenOutcome<Outcome extends {version: string | null; details: string[]; releases?: {title: string}[]}>(
	outcome: Outcome,
	sent: Sent,
): Outcome {
	const hide = hider(sent);
	const {version, details, releases} = outcome;
	return {
		...outcome,
		version: version && hide(version),
		details: details.map(hide),
		...(releases && {releases: releases.map(each => ({...each, title: hide(each.title)}))}),
	};
}

function mask(error: Error, hide: (text: string) => string): void {
	for (const name of ['message', 'stack'] as const) {
		// Some errors of Node cannot be changed; they are made of fixed texts.
		if (Object.getOwnPropertyDescriptor(error, name)?.writable) {
			const text = error[name] ?? '';
			// JSON.parse quotes what it could not read, from the middle of a key if need be.
			const words = error instanceof SyntaxError ? text.replace(/"[^\n]*"/, '"…"') : text;
			error[name] = hide(words);
		}
	}
}

/** Long words of peers are cut. Where they end, the first half of a secret, or more, is taken out, too. */
function withoutBeginnings(text: string, secret: string): string {
	const half = secret.slice(0, Math.max(shortest, Math.ceil(secret.length / 2)));
	if (half === secret) {
		return text;
	}
	let rest = '';
	let from = 0;
	for (let at = text.indexOf(half); at >= 0; at = text.indexOf(half, Math.max(at + 1, from))) {
		let end = at + half.length;
		while (end < text.length && text[end] === secret[end - at]) {
			end += 1;
		}
		if (end === text.length || ends.includes(text.charAt(end))) {
			rest += text.slice(from, at) + maskedSecret;
			from = end;
		}
	}
	return rest + text.slice(from);
}

/** The longest first, because one may contain another. */
function spellingsOf({addresses = [], secrets = []}: Sent): string[] {
	const known = secrets.filter(secret => typeof secret === 'string').filter(secret => secret.length >= shortest);
	const all = [...known, ...addresses.flatMap(address => keysIn(address ?? ''))];
	// Names of hosts are in lower case.
	const spellings = all.flatMap(secret => [
		secret,
		secret.toLowerCase(),
		...encodedForms(secret.toWellFormed()),
		JSON.stringify(secret).slice(1, -1),
	]);
	return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** In addresses, in forms, where blanks are plus signs, and in the texts of pages. */
function encodedForms(secret: string): string[] {
	const inAddress = encodeURIComponent(secret);
	const inForm = new URLSearchParams({'': secret}).toString().slice(1);
	const asDotNet = inAddress.replaceAll('%20', '+').replaceAll("'", '%27').replaceAll('~', '%7E');
	const lower = (text: string) => text.replace(/%[\dA-F]{2}/g, code => code.toLowerCase());
	const inPage = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const withQuotes = inPage.replaceAll('"', '&quot;');
	return [
		inAddress,
		inForm,
		asDotNet,
		lower(inAddress),
		lower(inForm),
		lower(asDotNet),
		inPage,
		withQuotes,
		withQuotes.replaceAll("'", '&#39;'),
	];
}

/** The parts of an address, or of a path, that may be keys. */
function keysIn(address: string): string[] {
	const url = URL.parse(address.replace(/^&/, '?'), 'http://any');
	if (!url) {
		return [];
	}
	const [password, ...others] = [url.password, url.username, ...url.pathname.split('/')].map(decoded);
	const parts = [...others, ...url.searchParams.values(), decoded(url.hash.slice(1))].filter(part => likeKey.test(part));
	return password && password.length >= shortest ? [password, ...parts] : parts;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

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
