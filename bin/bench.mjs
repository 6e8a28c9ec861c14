#!/usr/bin/env node
import { handOver } from './hand-over.mjs';

handOver('../bench/main.ts');
