import type {Reporter} from '#scripts/processes/reporter.ts';

/** Killed processes report hundreds of ends and starts, which nobody wants to read. */
export const quietReporter: Reporter = {step: () => undefined, progress: () => undefined};
