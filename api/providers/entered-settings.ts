import {invalid} from '#api/http/input.ts';
import type {ProviderSettings} from '#shared/domain/provider.ts';
import type {Fault} from '#shared/errors.ts';
import {type CompleteSettings, completed, type Entered, type ProviderFamily} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {maskedFaults, refuseMovedSecrets, unmasked, withoutMasked} from './masked-secrets.ts';

type Settings = Entered<ProviderSettings>;

/**
 * The settings that a new or changed record will have. Throws Invalid with the fields that contradict each other, that
 * are masked without a stored value, or that must be entered again.
 */
export function completeSettings(given: Partial<Settings>, stored: ProviderSettings | null, family: ProviderFamily): CompleteSettings {
	const whole = completed(stored ? unmasked(stored, given, family) : given, stored, family);
	if (stored) {
		refuseMovedSecrets(stored, given, {url: whole.settings.url, family});
	}
	const faults = family.faults?.(whole.settings) ?? [];
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return whole;
}

interface EntryContext {
	stored: ProviderSettings | null;
	/** False for the change of a record that may not exist. */
	isNew: boolean;
	/** Settings that have a fault already. */
	wrong: ReadonlySet<string>;
	family: ProviderFamily;
}

/** The same faults before anything is done, so that they are reported together with those of the single settings. */
export function faultsOf(given: Partial<Settings>, {stored, isNew, wrong, family}: EntryContext): Fault[] {
	const masked = isNew ? maskedFaults(given, family) : [];
	if ((given.kind ?? stored?.kind) === undefined || wrong.has('kind')) {
		return masked;
	}
	const known = new Set(masked.map(({path}) => path));
	const {url, ...others} = withoutMasked(given);
	const readable = {...others, ...(url !== undefined && !url?.includes(maskedSecret) && {url})};
	const faults = family.faults?.(completed(readable, stored, family).settings) ?? [];
	return [...masked, ...faults.filter(({path}) => !known.has(path) && !wrong.has(path.split('.', 1)[0] ?? ''))];
}
