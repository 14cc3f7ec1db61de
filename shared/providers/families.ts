import {downloadClientFamily} from './download-clients.ts';
import {importListFamily} from './import-lists.ts';
import {indexerFamily} from './indexers.ts';
import {notificationFamily} from './notifications.ts';
import {proxyFamily} from './proxies.ts';
import {subtitleProviderFamily} from './subtitle-providers.ts';

/** The sorts of providers by the names that jobs and events use. */
export const providerFamilies = {
	indexer: indexerFamily,
	downloadClient: downloadClientFamily,
	subtitleProvider: subtitleProviderFamily,
	notification: notificationFamily,
	importList: importListFamily,
	proxy: proxyFamily,
};

export type FamilyName = keyof typeof providerFamilies;
export const familyNames = Object.keys(providerFamilies) as FamilyName[]; // Object.keys forgets the names
