import Joi from 'joi';
import {longestTag} from '../domain/media/tags.ts';
import type {ProviderHealth, ProviderKind, ProviderSettings} from '../domain/provider.ts';
import {scopes} from '../domain/scope.ts';
import type {Fault} from '../errors.ts';

/**
 * How a setting is protected. All are sealed in the database. A `secret` is shown as stars. An `address` may contain
 * keys: administrators see it with stars in their places, others only its host. `values` are the free settings of a
 * kind: administrators see their names, others nothing.
 */
export type Protection = 'secret' | 'address' | 'values';

/** The settings of a provider without the id that the store gives it. */
export type Entered<Settings extends ProviderSettings> = Omit<Settings, 'id'>;

/** A change as it was requested, and the record that it changes; null for a new one. */
interface Change<Settings extends ProviderSettings> {
	given: Partial<Entered<Settings>>;
	stored: Entered<Settings> | null;
}

/**
 * All that the API, the store and the workers need to know about a sort of providers. Their routes, sealing, masking,
 * tests and health follow from it; only its kinds differ, each with a client of its own.
 */
export interface ProviderFamily<Settings extends ProviderSettings = ProviderSettings, Health extends ProviderHealth = ProviderHealth> {
	/** What people call one, such as `download client`; also the beginning of its error codes. */
	name: string;
	/** In MongoDB. */
	collection: string;
	kinds: Readonly<Record<Settings['kind'], ProviderKind>>;
	/** The rules of each setting, as requests give it. */
	fields: {readonly [Name in keyof Entered<Settings>]: Joi.Schema};
	required: readonly string[];
	/** For what a request leaves out. Where the default is null or empty, clients may send either. */
	defaults: Partial<Entered<Settings>>;
	protection: {readonly [Name in keyof Entered<Settings>]?: Protection};
	/** The names among the free `values` that are not secret. */
	openValues?: Pick<ReadonlySet<string>, 'has'>;
	/** A request that adds one. Without it, the documentation makes one up. */
	example?: Partial<Entered<Settings>>;
	/** The status of a provider that was not tried yet. */
	untried(settings: Pick<Settings, 'enabled'>): Partial<Health>;
	/** Whether a worker tests this record when it is saved. */
	isTestedWhenSaved(settings: Settings): boolean;
	/** Whether a test leaves the status of a disabled record alone. */
	isOffWhenDisabled: boolean;
	/** Fills in what the settings lack, such as default addresses. */
	complete?(settings: Entered<Settings>, change: Change<Settings>): Entered<Settings>;
	/** Generates a required secret that was not given. The reply that adds the record shows it once. */
	generate?(settings: Entered<Settings>): Partial<Entered<Settings>>;
	/** Each setting that does not match the others, or the kind. */
	faults?(settings: Entered<Settings>): Fault[];
}

/** Fields that more than one family has. */
export const field = {
	name: Joi.string().max(100).pattern(/\S/, 'more than white space'),
	kindOf: (kinds: object) => Joi.string().valid(...Object.keys(kinds)),
	webAddress: Joi.string()
		.uri({scheme: ['http', 'https']})
		.max(2000),
	/** Null and the empty text both mean "none". */
	text: (longest: number) => Joi.string().allow(null, '').max(longest),
	/** A text of one line. */
	line: (longest: number) => field.text(longest).pattern(/^\P{Cc}*$/u, 'text without control characters'),
	/** Free settings by name. */
	values: Joi.object()
		.pattern(Joi.string().max(100), Joi.alternatives(Joi.string().allow('').max(2000), Joi.number(), Joi.boolean()).allow(null))
		.max(50),
	priority: Joi.number().integer().min(1).max(50),
	timeoutSeconds: Joi.number().integer().min(1).max(60),
	/** Names or ids of libraries, and labels of titles. */
	tags: Joi.array().items(Joi.string().max(longestTag)).max(100),
	scope: Joi.string()
		.valid(...scopes)
		.allow(null),
};

/** The settings of a record, without its id and its health. */
export function settingsOf<Settings extends ProviderSettings>(
	{fields}: Pick<ProviderFamily<Settings>, 'fields'>,
	record: Entered<Settings>,
): Entered<Settings> {
	const values = record as Record<string, unknown>;
	return Object.fromEntries(Object.keys(fields).map(name => [name, values[name]])) as Entered<Settings>; // `fields` has them all
}

/** Settings of a family with this protection. */
export function protectedSettings(
	{protection}: {protection: Readonly<Record<string, Protection | undefined>>},
	sort: Protection,
): string[] {
	return Object.keys(protection).filter(name => protection[name] === sort);
}

/** Whether a free setting may be a secret. A setting that no kind is known to have counts as one. */
export function isSecretValue({openValues}: Pick<ProviderFamily, 'openValues'>, name: string, value: unknown): boolean {
	return typeof value === 'string' && value !== '' && !openValues?.has(name);
}

export interface CompleteSettings {
	settings: Entered<ProviderSettings>;
	/** A generated secret, which is shown once. */
	generated: Partial<Entered<ProviderSettings>>;
}

/** The given settings, completed with stored values and defaults. */
export function completed(
	given: Partial<Entered<ProviderSettings>>,
	stored: ProviderSettings | null,
	family: ProviderFamily,
): CompleteSettings {
	const merged = {...family.defaults, ...(stored && settingsOf(family, stored)), ...given};
	const settings = withoutEmpty(merged as Entered<ProviderSettings>, family); // what has no default is required
	const whole = family.complete?.(settings, {given, stored}) ?? settings;
	const generated = family.generate?.(whole) ?? {};
	return {settings: {...whole, ...generated}, generated};
}

/** Null and the empty text both mean "none"; it is stored in the form that the default has. */
function withoutEmpty(settings: Entered<ProviderSettings>, {defaults}: ProviderFamily): Entered<ProviderSettings> {
	const isNone = (value: unknown) => value === null || value === '';
	const values: Readonly<Record<string, unknown>> = {...settings};
	const none = Object.entries(defaults).filter(([name, usual]) => isNone(usual) && isNone(values[name]));
	return {...settings, ...Object.fromEntries(none)};
}
