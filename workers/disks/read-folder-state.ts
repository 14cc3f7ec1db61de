import {unreachable} from '#shared/domain/folders/folder-state.ts';
import type {readFolderState} from '#shared/jobs/disks.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleReadFolderState: Handler<typeof readFolderState> = ({path}, {diskLooks}) => diskLooks.look('state', path, unreachable);
