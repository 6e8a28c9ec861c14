import { Command } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { addBoards } from './board-commands.ts';
import { addKeys, addTokens } from './door-commands.ts';
import { addKeeping } from './keeping-commands.ts';
import { addLooks } from './look-commands.ts';
import { addOffline } from './offline-commands.ts';
import { addReports } from './report-commands.ts';
import { addResults } from './results-commands.ts';
import { addRun } from './run-commands.ts';
import { addControls } from './steer-commands.ts';

/** Every command with its options. */
export function createProgram(): Command {
  const program = new Command('firmloop')
    .description('Runs state machines over real firmware until they stop for a stated reason.')
    .version(packageFile.version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'firmloop: ')) })
    .helpCommand(true);
  addRun(program);
  addLooks(program);
  addControls(program);
  addBoards(program);
  addResults(program);
  addReports(program);
  addKeeping(program);
  addTokens(program);
  addKeys(program);
  addOffline(program);
  return program;
}
