import { listenForErasing } from "./erase";
import { beginPage } from "./page";

beginPage();
listenForErasing();
