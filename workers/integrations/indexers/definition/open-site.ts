import {createHash} from 'node:crypto';
import type {DefinitionFile, QuestionKind, QuestionOf, Questions} from '#shared/definitions/answer-question.ts';
import type {SiteQuestion} from '#shared/domain/definitions/build-requests.ts';
import {type Definition, Unusable} from '#shared/domain/definitions/definition.ts';
import type {SettingValues} from '#shared/domain/definitions/settings.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {isSecretValue} from '#shared/providers/provider-family.ts';
import {siteOf} from '#shared/site-of.ts';
import type {IndexerSettings} from '../indexer.ts';
import type {SiteDeps} from './site-deps.ts';

export type SiteSettings = Pick<
	IndexerSettings,
	'id' | 'name' | 'url' | 'definition' | 'settings' | 'captcha' | 'timeoutSeconds' | 'categories' | 'priority'
>;

/** A site with the current version of its definition. */
export interface OpenSite {
	settings: SiteSettings;
	definition: Definition;
	file: DefinitionFile;
	question: Omit<SiteQuestion, 'search'>;
	/** Sites that may be sent requests, and the secrets in them. */
	allowed: ReadonlySet<string>;
	/** The values that the definition may insert into requests contain no secrets. */
	hasNoSecrets: boolean;
	/** Identifies the credentials. */
	account: string;
	/** Throws UpstreamFailed `definition_unusable` with the reason. */
	ask<Kind extends QuestionKind>(kind: Kind, asked: Omit<QuestionOf<Kind>, 'file'>): Promise<Questions[Kind]['answer']>;
}

/**
 * Reads the definition of an indexer. Throws UpstreamFailed `definition_missing` when it no longer exists, or
 * `definition_unusable`.
 */
export async function openSite(settings: SiteSettings, {definitions, thread}: SiteDeps, now: Date): Promise<OpenSite> {
	const key = settings.definition ?? '';
	const values = valuesOf(settings);
	const isSecret = hasSecretValues(values);
	const found = await definitions.text(key, {id: settings.id, hasSecrets: isSecret});
	if (!found) {
		throw new UpstreamFailed(
			'definition_missing',
			`The definition ${key} of ${settings.name} is neither in the folder nor in the package of definitions. Put its file there, or remove the indexer.`,
		);
	}
	const file = {key, text: found.text};
	const ask: OpenSite['ask'] = (kind, asked) =>
		thread.ask(kind, {...asked, file} as unknown as QuestionOf<typeof kind>).catch(error => {
			throw error instanceof Unusable ? unusable(settings, error) : error;
		});
	const definition = await ask('open', {});
	const allowed = allowedSites(settings, values);
	const names = secretNames(settings, values, definition);
	const question = {settings: values, siteLink: settings.url, secrets: {names, sites: [...allowed]}, now};
	return {
		settings,
		definition,
		file,
		question,
		allowed,
		hasNoSecrets: !isSecret && !mayHoldKey(settings.url),
		account: accountOf(settings, values),
		ask,
	};
}

function unusable({name, definition}: SiteSettings, error: Unusable): UpstreamFailed {
	return new UpstreamFailed('definition_unusable', `${name}, read by the definition ${definition}: ${error.message}.`, {cause: error});
}

/** Whether an indexer has settings that only its site may receive. */
export function hasSecrets(settings: Pick<SiteSettings, 'settings'>): boolean {
	return hasSecretValues(valuesOf(settings));
}

const hasSecretValues = (values: SettingValues) =>
	Object.entries(values).some(([name, value]) => isSecretValue(indexerFamily, name, value));

/** Names of settings that only the site may receive. The options of a choice are public. */
function secretNames({url}: SiteSettings, values: SettingValues, {settings}: Definition): string[] {
	const isOption = (name: string, value: unknown) =>
		settings.some(each => each.name === name && each.type === 'select' && each.options.some(([key]) => key === value));
	const secrets = Object.entries(values).filter(([name, value]) => isSecretValue(indexerFamily, name, value) && !isOption(name, value));
	return [...secrets.map(([name]) => name), ...(mayHoldKey(url) ? ['sitelink'] : [])];
}

/** An address may have a password, or a key among its folders or parameters. */
function mayHoldKey(address: string): boolean {
	const url = URL.parse(address);
	const isLikeKey = (part: string) => /^(?=.*\d).{8,}$|^.{16,}$/.test(part);
	return url !== null && (url.username + url.password + url.search !== '' || url.pathname.split('/').some(isLikeKey));
}

function valuesOf({settings = {}}: Pick<SiteSettings, 'settings'>): SettingValues {
	const given = Object.entries(settings).filter(([, value]) => value !== null);
	return Object.fromEntries(given.map(([name, value]) => [name, typeof value === 'number' ? String(value) : (value as string | boolean)])); // null is left out
}

/**
 * The site of the address that a person entered, and of each address in the settings. A definition may name others, but
 * its author must not decide where secrets go.
 */
function allowedSites({url}: SiteSettings, values: SettingValues): ReadonlySet<string> {
	const texts = Object.values(values).filter(value => typeof value === 'string');
	const addresses = [url, ...texts.filter(text => /^https?:\/\//i.test(text)), ...bareHosts(values)];
	return new Set(addresses.flatMap(address => URL.parse(address) ?? []).map(siteOf));
}

/** The address of an API may be entered without its scheme. */
function bareHosts({apiurl}: SettingValues): string[] {
	return typeof apiurl === 'string' && /^[\w.-]+(?:[:/]|$)/.test(apiurl) ? [`https://${apiurl}`] : [];
}

function accountOf({url, definition}: SiteSettings, values: SettingValues): string {
	const all = JSON.stringify([url, definition, Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
	return createHash('sha256').update(all).digest('base64url');
}
