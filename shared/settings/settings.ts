import {every} from '../coordination/wait.ts';
import {templateFaults} from '../domain/naming/check-template.ts';
import {defaultEpisodeNaming, type EpisodeNaming} from '../domain/naming/episode-path.ts';
import type {MovieNaming} from '../domain/naming/movie-path.ts';
import type {CharacterRules} from '../domain/naming/safe-name.ts';
import {controlStream} from '../events/control.ts';
import type {EventBus} from '../events/stream.ts';
import {isSealed, type Secrets} from '../secrets.ts';
import {sealContextOf} from '../store/sealing/sealed-fields.ts';
import type {SettingStore} from '../store/system/settings.ts';
import type {ListSetting, SettingDefinition, StringSetting} from './define.ts';
import {isSettingKey, type SettingKey, type SettingValue, secrecyOf, settingDefinitions} from './definitions.ts';

export interface Settings {
	/** The value in effect in this process: its own changes at once, those of other processes within a second. */
	get<Key extends SettingKey>(key: Key): SettingValue<Key>;
	/** When it was last changed; null while it has its default. */
	updatedAt(key: SettingKey): Date | null;
	/** Stores the value and notifies every process. The value must already be validated. */
	set<Key extends SettingKey>(key: Key, value: SettingValue<Key>, at: Date): Promise<void>;
	/** Returns to the default, as if it had never been changed, and notifies every process. */
	reset(key: SettingKey): Promise<void>;
	/**
	 * Calls `listener` with each key whose new value has just taken effect in this process, whoever changed it. Returns
	 * a function that unsubscribes.
	 */
	onChange(listener: (key: SettingKey) => void): () => void;
	/** Reads all values; called at start, and again when another process changed one. */
	load(): Promise<void>;
	close(): void;
}

export interface SettingsOptions {
	store: SettingStore;
	events: EventBus;
	secrets: Secrets;
	/** See `usualReloadMs`; tests of notifications hand in a long one. */
	reloadMs?: number;
}

/**
 * Milliseconds after which values are read again without a notification, because one may be lost while Redis restarts.
 */
const usualReloadMs = 30_000;

export function createSettings({store, events, secrets, reloadMs = usualReloadMs}: SettingsOptions): Settings {
	let current = new Map<string, {value: unknown; updatedAt: Date}>();
	/** Reads and changes are numbered when they begin: an earlier read must not overwrite the result of a later one. */
	let begun = 0;
	let shown = 0;
	const listeners = new Set<(key: SettingKey) => void>();

	function notify(keys: readonly SettingKey[]): void {
		for (const key of keys) {
			for (const listener of listeners) {
				listener(key);
			}
		}
	}

	async function load() {
		begun += 1;
		const mine = begun;
		const rows = (await store.all()).filter(({_id}) => isSettingKey(_id));
		if (mine < shown) {
			return;
		}
		shown = mine;
		const before = current;
		current = new Map(rows.map(({_id, value, updatedAt}) => [_id, {value: unsealed(_id as SettingKey, value), updatedAt}]));
		const keys = new Set([...before.keys(), ...current.keys()]);
		const textOf = (values: typeof current, key: string) => JSON.stringify(values.get(key)?.value);
		notify([...keys].filter(isSettingKey).filter(key => textOf(before, key) !== textOf(current, key)));
	}

	function unsealed(key: SettingKey, value: unknown): unknown {
		// An empty one is stored as it is.
		if (secrecyOf(key) === null || !isSealed(value)) {
			return value;
		}
		try {
			return secrets.open(value, sealContextOf('settings', 'value', key));
		} catch {
			// Encrypted with another key: treat it as never set, so the service starts and the
			// value can be entered again.
			return settingDefinitions[key].default;
		}
	}

	/** What this process has just stored. */
	async function take(key: SettingKey, stored: {value: unknown; updatedAt: Date} | null): Promise<void> {
		begun += 1;
		shown = begun;
		stored ? current.set(key, stored) : current.delete(key);
		notify([key]);
		// Without Redis the other processes learn of it at their next reload.
		await events.publish(controlStream, 'settingChanged', {key}).catch(() => {});
	}

	const reload = () => void load().catch(() => {});
	const unsubscribe = events.subscribe(controlStream, ({event}) => {
		if (event === 'settingChanged') {
			reload();
		}
	});
	const endReloads = every(reloadMs, load);

	return {
		// Values are checked before they are stored.
		get: <Key extends SettingKey>(key: Key) => (current.get(key)?.value ?? settingDefinitions[key].default) as SettingValue<Key>,
		updatedAt: key => current.get(key)?.updatedAt ?? null,
		async set(key, value, at) {
			const isToBeSealed = secrecyOf(key) !== null && value !== '';
			await store.set(key, isToBeSealed ? secrets.seal(String(value), sealContextOf('settings', 'value', key)) : value, at);
			await take(key, {value, updatedAt: at});
		},
		async reset(key) {
			await store.remove(key);
			await take(key, null);
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		load,
		close() {
			endReloads();
			unsubscribe();
		},
	};
}

/** Why `value` is invalid for this setting, with what is allowed; null when it is valid. */
export function settingFault(definition: SettingDefinition, value: unknown): string | null {
	switch (definition.type) {
		case 'boolean':
			return typeof value === 'boolean' ? null : 'must be true or false';
		case 'integer':
		case 'number': {
			const {min, max, type} = definition;
			const right =
				typeof value === 'number' &&
				(type === 'number' ? Number.isFinite(value) : Number.isSafeInteger(value)) &&
				value >= min &&
				value <= max;
			return right ? null : `must be ${type === 'integer' ? 'an integer' : 'a number'} from ${min} to ${max}`;
		}
		case 'string':
			return typeof value === 'string' && value.length <= definition.maxLength
				? textFault(definition, value)
				: `must be text of at most ${definition.maxLength} characters`;
		case 'enum':
			return typeof value === 'string' && definition.values.includes(value) ? null : `must be one of ${definition.values.join(', ')}`;
		case 'list':
			return listFault(definition, value);
	}
}

function textFault({pattern, format}: StringSetting, value: string): string | null {
	if (pattern && !pattern.form.test(value)) {
		return `must be ${pattern.words}`;
	}
	const faults = format ? templateFaults(value, format.startsWith('movie') ? 'movie' : 'series', format === 'episodeFile') : [];
	return faults.length > 0 ? `is not a valid naming format: ${faults.join('; ')}` : null;
}

function listFault({maxItems, pattern}: ListSetting, value: unknown): string | null {
	const isList = Array.isArray(value) && value.length <= maxItems && value.every(item => typeof item === 'string' && item.length <= 200);
	if (!isList) {
		return `must be a list of at most ${maxItems} texts`;
	}
	return pattern && !value.every(item => pattern.form.test(item)) ? `must have items that are each ${pattern.words}` : null;
}

function characterRules(settings: Pick<Settings, 'get'>): CharacterRules {
	return {
		colon: settings.get('media.colonReplacement'),
		customColon: settings.get('media.customColon'),
		replaceIllegal: settings.get('media.replaceIllegalCharacters'),
	};
}

/** The naming of movies according to the current settings. */
export function movieNaming(settings: Pick<Settings, 'get'>): MovieNaming {
	return {
		...characterRules(settings),
		rename: settings.get('media.renameMovies'),
		movieFolder: settings.get('media.movieFolderFormat'),
		movieFile: settings.get('media.movieFileFormat'),
	};
}

/** The naming of series according to the current settings. */
export function episodeNaming(settings: Pick<Settings, 'get'>): EpisodeNaming {
	return {
		...defaultEpisodeNaming,
		...characterRules(settings),
		rename: settings.get('media.renameEpisodes'),
		seriesFolder: settings.get('media.seriesFolderFormat'),
		seasonFolder: settings.get('media.seasonFolderFormat'),
		specialsFolder: settings.get('media.specialsFolderFormat'),
		standardEpisode: settings.get('media.episodeFileFormat'),
		dailyEpisode: settings.get('media.dailyEpisodeFileFormat'),
		animeEpisode: settings.get('media.animeEpisodeFileFormat'),
		multiEpisodeStyle: settings.get('media.multiEpisodeStyle'),
	};
}
