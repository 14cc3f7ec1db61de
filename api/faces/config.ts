import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import {settingFault} from '#shared/settings/settings.ts';
import type {AppFace, Face} from '#shared/store/accounts/api-keys.ts';
import {type ConfigTable, configTables, type Values} from './config-tables.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, pretended, shown} from './faces.ts';
import {FaceFailure, type FieldFault, field, toInteger, WrongFields, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** The settings of these programs. Those that we have are ours, and the rest is kept as it was sent. */
export function configRoutes(deps: RouteDeps): FaceRoute[] {
	const tables = Object.entries(configTables).flatMap(([name, faces]) =>
		both.flatMap(face => (faces[face] ? [{name, face, table: faces[face]}] : [])),
	);
	return [
		...tables.flatMap(({name, face, table}) => [
			...[`GET config/${name}`, `GET config/${name}/:n`].map(line =>
				faceRoute(line, face, async () => shown(await read(name, face, table, deps))),
			),
			...[`PUT config/${name}`, `PUT config/${name}/:n`].map(line =>
				faceRoute(line, face, async call => accepted(await change(call, {name, table}, deps))),
			),
		]),
		faceRoute('GET config/host', both, async call => shown(hostOf(call.face, call.base))),
		faceRoute('GET config/host/:n', both, async call => shown(hostOf(call.face, call.base))),
		...['PUT config/host', 'PUT config/host/:n'].map(line =>
			faceRoute(line, both, async () => {
				throw new FaceFailure(403, 'These settings are changed on the page of Kinoteka.');
			}),
		),
	];
}

const settingsName = (name: string) => `config/${name}`;

async function read(name: string, face: Face, {kept, read: readOurs}: ConfigTable, deps: RouteDeps): Promise<Values> {
	const values = {...kept, ...(await deps.kept.settings(settingsName(name), face))};
	return {id: 1, ...values, ...readOurs(deps.settings, values)};
}

const longestText = 2000;

/** A value of the same type as the one before, in any of the usual forms. */
function valueLike(before: unknown, sent: unknown, name: string): unknown {
	if (typeof before === 'boolean') {
		const word = String(sent).toLowerCase();
		return word === 'true' || word === 'false' ? word === 'true' : refuse(name, 'true or false');
	}
	if (typeof before === 'number') {
		return toInteger(sent) ?? refuse(name, 'a whole number');
	}
	const isText = (typeof sent === 'string' && sent.length <= longestText) || typeof sent === 'number';
	return isText ? String(sent) : refuse(name, 'a text');
}

function refuse(name: string, what: string): never {
	throw wrong(name, `'${name}' must be ${what}.`);
}

/** What is sent back as it was shown is not written; a field that is missing stays. */
async function change({body, face, ask}: FaceCall, {name, table}: {name: string; table: ConfigTable}, deps: RouteDeps): Promise<Values> {
	const before = await read(name, face, table, deps);
	const sent = Object.entries(before).map(([each, value]) => {
		const given = each === 'id' ? undefined : field(body, each);
		return [each, given === undefined || given === null ? value : valueLike(value, given, each)] as const;
	});
	const values: Values = Object.fromEntries(sent);
	if (values['useScriptImport'] === true) {
		throw wrong('useScriptImport', 'Files are not imported by scripts.', true);
	}
	const [was, now] = [table.write(before), table.write(values)];
	const changes = Object.entries(now).filter(([key, value]) => !isDeepStrictEqual(value, was[key as SettingKey])) as [
		SettingKey,
		unknown,
	][];
	refuseWrong(changes, {before, values, table});
	const kept = Object.keys(table.kept).filter(each => !isDeepStrictEqual(values[each], table.kept[each]));
	const keptNow = Object.fromEntries(kept.map(each => [each, values[each]]));
	deps.kept.check('settings', keptNow);
	// This folder is looked at before it is stored, which may fail.
	for (const [key, value] of changes.toSorted(([a], [b]) => Number(b === 'media.recycleBin') - Number(a === 'media.recycleBin'))) {
		await ask('PUT /api/settings/:key', {params: {key}, body: {value}, names: {value: nameOf(key, {before, values, table})}});
	}
	if (!isDeepStrictEqual(keptNow, await deps.kept.settings(settingsName(name), face)) && !isDeepStrictEqual(values, before)) {
		await deps.kept.setSettings(settingsName(name), face, keptNow);
	}
	return read(name, face, table, deps);
}

interface Comparison {
	before: Values;
	values: Values;
	table: ConfigTable;
}

/** The field that makes the difference; of several the one that is no switch. */
function nameOf(key: SettingKey, {before, values, table}: Comparison): string {
	const now = table.write(values)[key];
	const isIts = (name: string) => !isDeepStrictEqual(table.write({...values, [name]: before[name]})[key], now);
	const its = Object.keys(values).filter(isIts);
	return its.find(name => typeof values[name] !== 'boolean') ?? its[0] ?? key;
}

/** All are checked before one is stored. */
function refuseWrong(changes: readonly (readonly [SettingKey, unknown])[], comparison: Comparison): void {
	const faults = changes.flatMap(([key, value]): FieldFault[] => {
		const fault = value === undefined ? 'is not one of the known values' : settingFault(settingDefinitions[key], value);
		const propertyName = nameOf(key, comparison);
		return fault === null
			? []
			: [{propertyName, errorMessage: `'${propertyName}' ${fault}`, attemptedValue: comparison.values[propertyName]}];
	});
	if (faults.length > 0) {
		throw new WrongFields(...faults);
	}
}

/** Where the program is reached. Keys are not told. */
export function hostOf(face: AppFace, base: string): Values {
	return {
		id: 1,
		bindAddress: '*',
		port: {movies: 7878, tv: 8989, indexers: 9696}[face],
		sslPort: 9898,
		enableSsl: false,
		launchBrowser: false,
		authenticationMethod: 'forms',
		authenticationRequired: 'enabled',
		analyticsEnabled: false,
		// Some clients want a name where a login is needed.
		username: 'kinoteka',
		password: '********',
		passwordConfirmation: '********',
		logLevel: 'info',
		logSizeLimit: 1,
		consoleLogLevel: '',
		branch: face === 'tv' ? 'main' : 'master',
		apiKey: '********',
		sslCertPath: '',
		sslCertPassword: '',
		urlBase: base,
		instanceName: pretended[face].appName,
		applicationUrl: '',
		updateAutomatically: false,
		updateMechanism: 'docker',
		updateScriptPath: '',
		proxyEnabled: false,
		proxyType: 'http',
		proxyHostname: '',
		proxyPort: 8080,
		proxyUsername: '',
		proxyPassword: '',
		proxyBypassFilter: '',
		proxyBypassLocalAddresses: true,
		certificateValidation: 'enabled',
		backupFolder: 'Backups',
		backupInterval: 7,
		backupRetention: 28,
		trustCgnatIpAddresses: false,
	};
}
