import {runTogether} from '#test/helpers/together/run-together.ts';

await runTogether(1);
