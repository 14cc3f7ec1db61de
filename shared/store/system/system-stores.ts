import type {Connection} from 'mongoose';
import {createOutbox} from '../../coordination/outbox.ts';
import {createStoredRates} from '../../coordination/rate.ts';
import {createCaptchaStatisticsStore} from './captcha-statistics.ts';
import {createCleanUpClock} from './clean-up-clock.ts';
import {createInstallation} from './installation.ts';
import {createSettingStore} from './settings.ts';
import {createSnapshots} from './snapshots.ts';
import {createUsedFolderStore} from './used-folders.ts';

/** What concerns the installation as a whole. */
export function createSystemStores(connection: Connection) {
	return {
		budgets: createStoredRates(connection),
		captchaStatistics: createCaptchaStatisticsStore(connection),
		cleanUpClock: createCleanUpClock(connection),
		installation: createInstallation(connection),
		outbox: createOutbox(connection),
		settingStore: createSettingStore(connection),
		snapshots: createSnapshots(connection),
		usedFolders: createUsedFolderStore(connection),
	};
}
