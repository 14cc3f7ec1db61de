import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'settings'>;

/** The folder that deleted files are moved to; null deletes them permanently. */
export const recycleBin = ({settings}: Deps): string | null => settings.get('media.recycleBin') || null;

/** Bytes that must stay free on the disk of the library. */
export const bytesToKeepFree = ({settings}: Deps): number => settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
